/**
 * Seconds of audio in one job. Segments wait in the server's memory to be recognised, which takes far longer than
 * finding them: this limits them to 19 MB a request and lets other requests use the process. The next job decodes from
 * the start again, at 390 (Opus) to 2,800 times real time (WAV): an hour of MP3 takes six times the 6 s of one decode.
 * It begins with a detector that remembers nothing.
 */
export const STRETCH = 300;
