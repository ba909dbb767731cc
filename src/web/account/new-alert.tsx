import type { CreatedAlert } from './api.ts';
import { Dialog } from './dialog.tsx';

/** The new secret of an alert, this once, or its new public key. */
export function NewAlert({
  created,
  onClose,
}: {
  readonly created: CreatedAlert;
  readonly onClose: () => void;
}) {
  const { name, secret, public_key } = created;
  return (
    <Dialog title={`The alert “${name}”`} onClose={onClose} onSubmit={onClose}>
      <p>
        {secret === undefined
          ? 'Deliveries are signed with the private key of this public key. '
          : 'Deliveries are signed with this secret. Copy it now: it is shown this once. '}
        <a href="/guides/alerts">How to check the signature</a>
      </p>
      <textarea
        class="token"
        aria-label={secret === undefined ? 'The public key' : 'The secret'}
        rows={2}
        readOnly
        value={secret ?? public_key ?? ''}
      />
      <div class="actions">
        <button type="submit" class="primary">
          Done
        </button>
      </div>
    </Dialog>
  );
}
