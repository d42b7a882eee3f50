/** Words that sound one way as a noun or adjective and another way as a verb. */
const PAIRS = `
abuse: AH0 B Y UW1 S | AH0 B Y UW1 Z
advocate: AE1 D V AH0 K AH0 T | AE1 D V AH0 K EY2 T
alternate: AO1 L T ER0 N AH0 T | AO1 L T ER0 N EY2 T
appropriate: AH0 P R OW1 P R IY0 AH0 T | AH0 P R OW1 P R IY0 EY2 T
approximate: AH0 P R AA1 K S AH0 M AH0 T | AH0 P R AA1 K S AH0 M EY2 T
articulate: AA0 R T IH1 K Y AH0 L AH0 T | AA0 R T IH1 K Y AH0 L EY2 T
associate: AH0 S OW1 S IY0 AH0 T | AH0 S OW1 S IY0 EY2 T
attribute: AE1 T R AH0 B Y UW2 T | AH0 T R IH1 B Y UW0 T
combine: K AA1 M B AY2 N | K AH0 M B AY1 N
compound: K AA1 M P AW2 N D | K AH0 M P AW1 N D
compress: K AA1 M P R EH2 S | K AH0 M P R EH1 S
conduct: K AA1 N D AH2 K T | K AH0 N D AH1 K T
conflict: K AA1 N F L IH2 K T | K AH0 N F L IH1 K T
console: K AA1 N S OW2 L | K AH0 N S OW1 L
contest: K AA1 N T EH2 S T | K AH0 N T EH1 S T
contract: K AA1 N T R AE2 K T | K AH0 N T R AE1 K T
contrast: K AA1 N T R AE2 S T | K AH0 N T R AE1 S T
converse: K AA1 N V ER2 S | K AH0 N V ER1 S
convert: K AA1 N V ER2 T | K AH0 N V ER1 T
convict: K AA1 N V IH2 K T | K AH0 N V IH1 K T
coordinate: K OW0 AO1 R D AH0 N AH0 T | K OW0 AO1 R D AH0 N EY2 T
decrease: D IY1 K R IY2 S | D IH0 K R IY1 S
defect: D IY1 F EH2 K T | D IH0 F EH1 K T
delegate: D EH1 L AH0 G AH0 T | D EH1 L AH0 G EY2 T
deliberate: D IH0 L IH1 B ER0 AH0 T | D IH0 L IH1 B ER0 EY2 T
desert: D EH1 Z ER0 T | D IH0 Z ER1 T
digest: D AY1 JH EH2 S T | D AY0 JH EH1 S T
discount: D IH1 S K AW2 N T | D IH0 S K AW1 N T
duplicate: D UW1 P L AH0 K AH0 T | D UW1 P L AH0 K EY2 T
elaborate: IH0 L AE1 B ER0 AH0 T | IH0 L AE1 B ER0 EY2 T
entrance: EH1 N T R AH0 N S | IH0 N T R AE1 N S
estimate: EH1 S T AH0 M AH0 T | EH1 S T AH0 M EY2 T
excuse: IH0 K S K Y UW1 S | IH0 K S K Y UW1 Z
export: EH1 K S P AO2 R T | IH0 K S P AO1 R T
extract: EH1 K S T R AE2 K T | IH0 K S T R AE1 K T
frequent: F R IY1 K W AH0 N T | F R IH0 K W EH1 N T
graduate: G R AE1 JH AH0 W AH0 T | G R AE1 JH AH0 W EY2 T
house: HH AW1 S | HH AW1 Z
impact: IH1 M P AE2 K T | IH0 M P AE1 K T
import: IH1 M P AO2 R T | IH0 M P AO1 R T
incline: IH1 N K L AY2 N | IH0 N K L AY1 N
increase: IH1 N K R IY2 S | IH0 N K R IY1 S
insert: IH1 N S ER2 T | IH0 N S ER1 T
insult: IH1 N S AH2 L T | IH0 N S AH1 L T
intimate: IH1 N T AH0 M AH0 T | IH1 N T AH0 M EY2 T
invite: IH1 N V AY2 T | IH0 N V AY1 T
misuse: M IH0 S Y UW1 S | M IH0 S Y UW1 Z
moderate: M AA1 D ER0 AH0 T | M AA1 D ER0 EY2 T
object: AA1 B JH EH0 K T | AH0 B JH EH1 K T
perfect: P ER1 F IH0 K T | P ER0 F EH1 K T
permit: P ER1 M IH2 T | P ER0 M IH1 T
present: P R EH1 Z AH0 N T | P R IH0 Z EH1 N T
produce: P R OW1 D UW0 S | P R AH0 D UW1 S
progress: P R AA1 G R EH2 S | P R AH0 G R EH1 S
project: P R AA1 JH EH2 K T | P R AH0 JH EH1 K T
protest: P R OW1 T EH2 S T | P R AH0 T EH1 S T
rebel: R EH1 B AH0 L | R IH0 B EH1 L
record: R EH1 K ER0 D | R IH0 K AO1 R D
refund: R IY1 F AH2 N D | R IH0 F AH1 N D
refuse: R EH1 F Y UW2 S | R IH0 F Y UW1 Z
reject: R IY1 JH EH0 K T | R IH0 JH EH1 K T
separate: S EH1 P ER0 AH0 T | S EH1 P ER0 EY2 T
subject: S AH1 B JH IH0 K T | S AH0 B JH EH1 K T
suspect: S AH1 S P EH2 K T | S AH0 S P EH1 K T
transfer: T R AE1 N S F ER0 | T R AE0 N S F ER1
transform: T R AE1 N S F AO2 R M | T R AE0 N S F AO1 R M
transport: T R AE1 N S P AO2 R T | T R AE0 N S P AO1 R T
update: AH1 P D EY2 T | AH0 P D EY1 T
upset: AH1 P S EH2 T | AH0 P S EH1 T
use: Y UW1 S | Y UW1 Z
`;

export interface Pair {
  noun: string[];
  verb: string[];
}

export const heteronymPairs: ReadonlyMap<string, Pair> = new Map(
  PAIRS.trim()
    .split('\n')
    .map((line) => {
      const [word, noun, verb] = line.split(/: | \| /);
      return [word!, { noun: noun!.split(' '), verb: verb!.split(' ') }];
    }),
);
