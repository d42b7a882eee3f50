"""What features.mjs wrote: one row of numbers per recording and condition."""
import numpy as np

EMOTIONS = ['neutral', 'calm', 'happy', 'sad', 'angry', 'fearful', 'disgusted', 'surprised']
LAYERS = [3, 4, 5]
WIDTH = 2 * 416


class Rows:
    def __init__(self, folder, layers):
        lines = open(f'{folder}/features.tsv').read().split('\n')[1:-1]
        cells = np.array([line.split('\t') for line in lines])
        self.corpus, self.speaker, _, _, emotion, self.condition, speech, self.file = cells.T
        self.speech = speech.astype(float)
        self.acted = self.corpus == 'acted'
        self.emotion = np.array([EMOTIONS.index(name) for name in emotion])
        self.sentence = np.array(['dogs' if is_dogs(name) else 'kids' for name in self.file])
        # Only to see what little speech is worth; never fitted.
        self.short = np.char.endswith(self.condition, ' s')
        numbers = np.fromfile(f'{folder}/features.f32', dtype=np.float32)
        numbers = numbers.reshape(-1, len(LAYERS) * WIDTH)[: len(lines)]
        columns = [np.arange(WIDTH) + WIDTH * LAYERS.index(layer) for layer in layers]
        self.x = numbers[:, np.concatenate(columns)]

    def everyday(self):
        return sorted(set(self.corpus[~self.acted]))


def is_dogs(file):
    """Most names have the sentence; in the others it is the fifth number, 02 for the dogs."""
    name = file.split('/')[-1]
    return 'dogs' in name or name.split('-')[4:5] == ['02']
