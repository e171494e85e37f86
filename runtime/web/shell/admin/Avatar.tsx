/** A round picture of a person: the first letter of the name. */
export function Avatar({ name }: { readonly name: string }) {
  return <span className="tw-avatar" aria-hidden="true">{[...name][0]?.toUpperCase() ?? ''}</span>
}
