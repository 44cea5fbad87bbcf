/** The round C of Caramelo. Hidden from screen readers, because the name is next to it or the link has a name. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" focusable="false" className={className}>
      <circle cx="14" cy="14" r="14" fill="#9A4E1C" />
      <path d="M20.2 9.2A7.8 7.8 0 1 0 20.2 18.8" fill="none" stroke="#F6E3B4" strokeWidth="3" strokeLinecap="round" />
      <circle cx="17.4" cy="14" r="2.2" fill="#E6A26B" />
    </svg>
  );
}
