import { useRef, useState } from 'preact/hooks';
import { keepKey } from '../data/session.ts';
import type { CreatedKey } from './api.ts';
import { Dialog } from './dialog.tsx';

/** The token, this once. It is handed to other pages through the tab's memory, never in a URL. */
export function NewKey({ created, onClose }: { readonly created: CreatedKey; readonly onClose: () => void }) {
  const { token, key } = created;
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<'key' | 'curl' | null>(null);
  const copy = async (what: 'key' | 'curl') => {
    field.current?.select();
    // Browsers have a clipboard for pages of https and of this machine alone; elsewhere the text is selected.
    await navigator.clipboard?.writeText(what === 'key' ? token : curlOf(token)).then(
      () => setCopied(what),
      () => undefined, // not allowed: it stays selected
    );
  };
  const use = (path: string) => {
    keepKey(token, 'tab');
    location.assign(path);
  };
  return (
    <Dialog title={`The key “${key.name}”`} onClose={onClose} onSubmit={onClose}>
      <p>
        Copy it now: it is shown only once. Send it in the header X-API-Key, or look around with it: open the
        dashboard or GraphiQL below.
      </p>
      <textarea ref={field} class="token" aria-label="The key" rows={5} readOnly value={token} />
      <p>A first request:</p>
      <code class="first-request">{curlOf(token)}</code>
      <div class="actions">
        <button type="button" class="primary" onClick={() => copy('key')}>
          {copied === 'key' ? 'Copied' : 'Copy the key'}
        </button>
        <button type="button" onClick={() => copy('curl')}>
          {copied === 'curl' ? 'Copied' : 'Copy as curl'}
        </button>
      </div>
      <div class="actions">
        <button type="button" onClick={() => use('/')}>
          Open the dashboard
        </button>
        <button type="button" onClick={() => use('/graphql')}>
          Open GraphiQL
        </button>
        <button type="submit">Done</button>
      </div>
    </Dialog>
  );
}

/** A first request with the key, to paste into a shell. */
const curlOf = (token: string): string =>
  `curl -H 'X-API-Key: ${token}' '${location.origin}/api/v1/trade-feed?limit=5'\n`;
