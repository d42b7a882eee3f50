/** What the server allows style elements by: libraries write some of theirs at run time. */
export const cspNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
