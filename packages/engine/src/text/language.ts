/** The language of a tag without its region: "pt" of "pt-BR". */
export function primaryLanguage(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;
}
