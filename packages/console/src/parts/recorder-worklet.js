// Hands the samples of the microphone to the page. Runs in the audio thread, as it is: nothing compiles it.
class Tap extends AudioWorkletProcessor {
  process([[channel]]) {
    if (channel) this.port.postMessage(channel.slice());
    return true;
  }
}
registerProcessor('locutor-tap', Tap);
