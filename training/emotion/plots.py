import matplotlib

matplotlib.use('Agg')
import matplotlib.pyplot as plt
import numpy as np

from rows import EMOTIONS


def confusion(file, y, guess):
    counts = np.zeros((len(EMOTIONS), len(EMOTIONS)))
    np.add.at(counts, (y, guess), 1)
    shares = 100 * counts / counts.sum(1, keepdims=True)
    figure, axes = plt.subplots(figsize=(5.6, 5))
    axes.imshow(shares, cmap='Blues', vmin=0, vmax=100)
    for row, column in np.ndindex(shares.shape):
        colour = 'white' if shares[row, column] > 55 else 'black'
        axes.text(column, row, f'{shares[row, column]:.0f}', ha='center', va='center', color=colour, fontsize=8)
    axes.set_xticks(range(len(EMOTIONS)), EMOTIONS, rotation=45, ha='right', fontsize=8)
    axes.set_yticks(range(len(EMOTIONS)), EMOTIONS, fontsize=8)
    axes.set_xlabel('recognised')
    axes.set_ylabel('acted')
    axes.set_title('Unseen actors, % of each row', fontsize=10)
    figure.tight_layout()
    figure.savefig(file, dpi=100)


def calibration(file, y, p):
    """How often the likeliest emotion is right, by how likely it is said to be."""
    most, right = p.max(1), p.argmax(1) == y
    edges = np.quantile(most, np.linspace(0, 1, 9))
    places = np.clip(np.digitize(most, edges[1:-1]), 0, 7)
    figure, axes = plt.subplots(figsize=(4.2, 4))
    axes.plot([0, 1], [0, 1], color='grey', linewidth=1)
    said = [most[places == n].mean() for n in range(8)]
    was = [right[places == n].mean() for n in range(8)]
    axes.plot(said, was, marker='o')
    axes.set_xlabel('probability of the likeliest')
    axes.set_ylabel('share that is right')
    axes.set_title('Unseen actors', fontsize=10)
    figure.tight_layout()
    figure.savefig(file, dpi=100)
