import type { EncoderInfo } from '@locutor/client';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';
import { ErrorNote } from '../parts/error-note.tsx';

const CATALOGS = [
  { id: 'plain', title: '/rest/v2/encoders' },
  { id: 'tts', title: '/tts/rest/v2/encoders' },
] as const;
type Catalog = (typeof CATALOGS)[number]['id'];

function matches({ name, codec, sampleRate, bitsPerSample, channels }: EncoderInfo, filter: string): boolean {
  const text =
    `${name} ${codec} ${sampleRate} ${bitsPerSample} ${channels === 1 ? 'mono' : 'stereo'}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function EncodersPanel() {
  const [catalog, setCatalog] = useState<Catalog>('plain');
  const [filter, setFilter] = useState('');
  const [encoders, setEncoders] = useState<readonly EncoderInfo[]>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    setEncoders(undefined);
    setError(undefined);
    call((locutor) => locutor.encoders(catalog)).then(setEncoders, setError);
  }, [catalog]);
  const shown = encoders?.filter((encoder) => matches(encoder, filter));
  return (
    <div class="card stack">
      <div class="row">
        <label class="field grow">
          <span>Filter</span>
          <input
            type="search"
            placeholder="mp3 22050, mono, …"
            value={filter}
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        </label>
        <label class="field grow">
          <span>Catalog</span>
          <select
            value={catalog}
            onChange={({ currentTarget }) => setCatalog(currentTarget.value as Catalog)}
          >
            {CATALOGS.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ErrorNote error={error} />
      <p class="muted small" aria-live="polite">
        {shown
          ? `${shown.length} of ${encoders!.length} encoders`
          : error === undefined && 'Asking the server…'}
      </p>
      {shown && shown.length > 0 && (
        <div class="table-scroll">
          <table>
            <caption class="visually-hidden">Encoders</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Codec</th>
                <th scope="col" class="right">
                  Sample rate
                </th>
                <th scope="col" class="right">
                  Bits
                </th>
                <th scope="col" class="right">
                  Channels
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ name, codec, sampleRate, bitsPerSample, channels }) => (
                <tr key={`${name} ${codec} ${sampleRate} ${bitsPerSample} ${channels}`}>
                  <th scope="row">{name}</th>
                  <td>{codec}</td>
                  <td class="right">{Number(sampleRate).toLocaleString('en')} Hz</td>
                  <td class="right">{bitsPerSample}</td>
                  <td class="right">{channels}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shown?.length === 0 && <p class="note">No encoder matches “{filter}”.</p>}
    </div>
  );
}
