import { Callout } from '@blueprintjs/core'

/** A refusal of the server, announced to screen readers. @param text null = nothing */
export function Refusal({ text }: { readonly text: string | null }) {
  return (
    <div role="alert">
      {text !== null && (
        <Callout compact intent="danger" className="member-refusal">
          {text}
        </Callout>
      )}
    </div>
  )
}
