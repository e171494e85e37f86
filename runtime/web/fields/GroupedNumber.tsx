import { Fragment } from 'react'

/**
 * A number that breaks behind the signs of its groups only, where its column is too narrow for one line: "1,154,"
 * goes on, while "1,154.9" would be read as the whole number.
 */
export function GroupedNumber({ text }: { readonly text: string }) {
  return (
    <span className="cell-number">
      {text.split(/(?<=,)/).map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups have nothing but their place
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {group}
        </Fragment>
      ))}
    </span>
  )
}
