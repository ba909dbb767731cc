/** What went wrong, read out when it appears. */
export function Fault({ text }: { readonly text: string | null }) {
  return (
    <p class="fault" role="alert">
      {text}
    </p>
  );
}
