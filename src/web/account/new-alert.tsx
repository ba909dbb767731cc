import type { CreatedAlert } from './api.ts';
import { Dialog } from './dialog.tsx';

/** The secret of an alert, this once. */
export function NewAlert({
  created,
  onClose,
}: {
  readonly created: CreatedAlert;
  readonly onClose: () => void;
}) {
  const { name, secret } = created;
  return (
    <Dialog title={`The alert “${name}”`} onClose={onClose} onSubmit={onClose}>
      <p>
        Deliveries are signed with this secret. Copy it now: it is shown this once.{' '}
        <a href="/guides/alerts">How to check the signature</a>
      </p>
      <textarea class="token" aria-label="The secret" rows={2} readOnly value={secret} />
      <div class="actions">
        <button type="submit" class="primary">
          Done
        </button>
      </div>
    </Dialog>
  );
}
