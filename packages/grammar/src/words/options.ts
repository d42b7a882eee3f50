/** How words of a text are compared with the words of a grammar. The same treatment is given to both sides. */
export interface WordOptions {
  /** `fold` (default): Unicode full case folding, so that STRASSE is Straße. `exact`: capitals matter. */
  readonly case?: 'fold' | 'exact';
  /** `exact` (default): é is not e. `ignore`: combining marks are dropped, so that nao is não. */
  readonly accents?: 'exact' | 'ignore';
  /** `NFKC` (default): full-width digits, ligatures and the like are their plain forms. `NFC`: only canonical ones. */
  readonly normalization?: 'NFKC' | 'NFC';
  /** `ignore` (default): see `segment`. `exact`: white space alone separates words and every mark counts. */
  readonly punctuation?: 'ignore' | 'exact';
}
