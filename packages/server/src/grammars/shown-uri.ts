/** A URI as it may stand in a message or a log: without the user name and password that some carry. */
export function shownUri(uri: string): string {
  if (URL.canParse(uri)) {
    const { username, password } = new URL(uri);
    if (username === '' && password === '') return uri;
  }
  // Up to the last @, because a password may hold any character when its writer forgot to encode it.
  return uri.replace(/^([^:@]*:[/\\]*)?.*@/s, '$1…@');
}
