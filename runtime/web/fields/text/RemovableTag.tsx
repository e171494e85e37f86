import { Classes, Tag } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'

interface RemovableTagProps {
  readonly name: string
  readonly disabled: boolean
  /** Shows that the item is not accepted. */
  readonly isWrong?: boolean
  /** What a screen reader calls the button, with the name of the item. */
  readonly removeLabel: string
  readonly onRemove: () => void
}

/** One selected item. Blueprint's own remove button has one name for all items, so the button is ours. */
export function RemovableTag({ name, disabled, isWrong = false, removeLabel, onRemove }: RemovableTagProps) {
  return (
    <Tag
      minimal
      intent={isWrong ? 'danger' : 'none'}
      htmlTitle={name}
      endIcon={
        <button
          type="button"
          className={Classes.TAG_REMOVE}
          disabled={disabled}
          aria-label={removeLabel}
          onClick={onRemove}
        >
          <SmallCross />
        </button>
      }
    >
      {name}
    </Tag>
  )
}
