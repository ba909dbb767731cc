import type { Key } from './api.ts';
import { Dialog } from './dialog.tsx';

interface DialogProps {
  readonly of: Key;
  readonly onClose: () => void;
}

export function Revoke({
  of: { name, last4 },
  onClose,
  onDone,
}: DialogProps & { readonly onDone: () => void }) {
  return (
    <Dialog title={`Revoke ${name}?`} onClose={onClose} onSubmit={onDone}>
      <p>Whoever uses the key that ends in …{last4} is refused from now on. This cannot be undone.</p>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="primary">
          Revoke the key
        </button>
      </div>
    </Dialog>
  );
}

const OVERLAPS: Readonly<Record<string, string>> = {
  '0': 'not at all',
  '3600': 'for an hour',
  '86400': 'for a day',
  '604800': 'for a week',
};

export function Rotate(props: DialogProps & { readonly onDone: (overlapSeconds: number) => void }) {
  const { of: key, onClose, onDone } = props;
  const submit = (event: SubmitEvent) => {
    const fields = new FormData(event.currentTarget as HTMLFormElement); // it is on the form alone
    onDone(Number(fields.get('overlap')));
  };
  return (
    <Dialog title={`Rotate ${key.name}`} onClose={onClose} onSubmit={submit}>
      <p>A new key of the same name takes its place and is shown once. Both spend the same quota.</p>
      <label>
        The old key goes on
        <select name="overlap">
          {Object.entries(OVERLAPS).map(([seconds, text]) => (
            <option key={seconds} value={seconds} selected={seconds === '86400'}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="primary">
          Make the new key
        </button>
      </div>
    </Dialog>
  );
}
