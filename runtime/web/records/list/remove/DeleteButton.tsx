import { Button } from '@blueprintjs/core'
import type { ReactElement } from 'react'
import { useT } from '../texts/index.ts'

interface DeleteButtonProps {
  /** What the record is called. */
  readonly name: string
  readonly icon: ReactElement
  readonly onPress: () => void
}

/** Deletes the record of a row. Where that depends on the state of the record, it is in the menu of the row instead. */
export function DeleteButton({ name, icon, onPress }: DeleteButtonProps) {
  const t = useT()
  return (
    <Button
      variant="minimal"
      size="small"
      className="list-row-delete"
      icon={icon}
      data-tip={t('delete')}
      aria-label={t('deleteRecord', { name })}
      onClick={onPress}
    />
  )
}
