/** How much audio a recognition listened to, and how much of it is speech. */
export interface AudioLength {
  readonly seconds: number;
  readonly speechSeconds: number;
}
