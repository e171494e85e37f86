/** Inputs of the form of an added setting whose options only the page knows. */
import { HTMLSelect } from '@blueprintjs/core'
import { createContext, useContext, useEffect, useState } from 'react'
import { errorText } from '../core/api/api-error.ts'
import { notifyError } from '../core/notify.ts'
import { controlProps, type InputProps } from '../fields/input-props.ts'
import { listAttribute } from './setting-form.ts'
import { loadTables, type ListedTable, type Setting, type SettingGroup } from './settings.ts'
import { useT } from './texts.ts'

interface Choices {
  readonly groups: readonly SettingGroup[]
  /** The setting that is edited, null for a new one. */
  readonly setting: Setting | null
}

export const SettingChoices = createContext<Choices>({ groups: [], setting: null })

/** The tab of a setting. */
export function SettingGroupInput(props: InputProps) {
  const { groups } = useContext(SettingChoices)
  return <ChoiceInput {...props} options={groups.map(({ name, title }) => ({ value: name, label: title }))} />
}

/** The list that a setting chooses its records from. */
export function SettingListInput(props: InputProps) {
  const t = useT()
  const { setting } = useContext(SettingChoices)
  const tables = useTables()
  const own = setting?.relation?.controller
  const options = [
    { value: '', label: t('choose') },
    // `table - label`: people know the label.
    ...tables.map(({ table, controller, comment }) => ({
      value: listAttribute(controller),
      label: comment.slice(table.length + 3),
    })),
    // One that this person may not open stays as it is.
    ...(own !== undefined && tables.every(({ controller }) => controller !== own)
      ? [{ value: listAttribute(own), label: own }]
      : []),
  ]
  return <ChoiceInput {...props} options={options} />
}

function ChoiceInput({
  options,
  ...props
}: InputProps & { readonly options: readonly { readonly value: string; readonly label: string }[] }) {
  return (
    <HTMLSelect
      {...controlProps(props)}
      fill
      value={String(props.value ?? '')}
      options={options}
      onBlur={props.onBlur}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** The lists that the person may open; none until they are there. */
function useTables(): readonly ListedTable[] {
  const [tables, setTables] = useState<readonly ListedTable[]>([])
  useEffect(() => {
    let isCurrent = true
    loadTables().then(
      (list) => {
        if (isCurrent) setTables(list)
      },
      (error: unknown) => notifyError(errorText(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return tables
}
