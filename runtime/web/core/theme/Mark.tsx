/** The logo of the product: a table whose last cell has become a box. */
export function Mark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg className="tw-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect className="tw-mark-background" width="32" height="32" rx="8" />
      <path d="M7 9.5h18M7 16h7M7 22.5h7" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
      <path d="M18.5 16.2 25 14v8.6l-6.5 2.2z" fill="#9fc5ff" />
    </svg>
  )
}
