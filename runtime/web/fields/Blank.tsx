/** Shown where a record has no value. */
export function Blank() {
  return (
    <span className="cell-blank" aria-hidden>
      —
    </span>
  )
}
