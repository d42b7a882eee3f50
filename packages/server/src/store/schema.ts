/**
 * The tables as both databases hold them. Times are milliseconds since 1970 in integer columns: the one form of
 * time that SQLite and PostgreSQL store, compare and return alike.
 */
export interface Schema {
  tokens: TokensTable;
}

export interface TokensTable {
  id: string;
  name: string;
  /** SHA-256 of the secret, in hexadecimal. */
  hash: string;
  /** Scope names separated by one space. */
  scopes: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}
