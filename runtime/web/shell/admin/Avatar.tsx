/** A round picture of a person: the first letter of the name. */
export function Avatar({ name }: { readonly name: string }) {
  // Drawn by the stylesheet: as text it would count as part of a button's name.
  return <span className="tw-avatar" aria-hidden="true" data-letter={[...name][0]?.toUpperCase() ?? ''} />
}
