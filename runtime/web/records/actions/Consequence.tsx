import { Tag } from '@blueprintjs/core'
import { ArrowRight } from '@blueprintjs/icons'
import { useSnapshot } from 'valtio'
import {
  fieldOf,
  isEmpty,
  isTextual,
  refersToOne,
  requireField,
  type FieldModel,
  type MachineActionModel,
  type TableModel,
} from '../../../protocol/index.ts'
import { session } from '../../core/auth/session.ts'
import { OptionLabel } from '../../fields/enum/OptionLabel.tsx'
import { FieldCell } from '../../fields/FieldCell.tsx'
import type { WireRow } from '../../fields/input-props.ts'
import { recordName } from '../../fields/record-names.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import type { ActionRequest } from './action-host.ts'
import { useT } from './texts.ts'

/** What the action will do, before it is done. */
export function Consequence({
  request: { model, action },
  row,
}: {
  readonly request: ActionRequest
  readonly row: WireRow | null
}) {
  const t = useT()
  const language = useLanguage()
  const changes = changesOf(action, row).map(({ field, to }) => ({ field: requireField(model, field), to }))
  const isPosted = action.effects.some((effect) => 'post' in effect)
  const isReversed = action.effects.some((effect) => 'reverse' in effect)
  return (
    <div className="action-consequence">
      {row && <Facts model={model} action={action} row={row} />}
      {action.help && <p>{action.help[language]}</p>}
      {changes.length > 0 && (
        <ul className="action-changes">
          {changes.map(({ field, to }) => (
            <Change key={field.name} field={field} from={row?.[field.name]} to={to} />
          ))}
        </ul>
      )}
      {isPosted && <p>{t('posts')}</p>}
      {isReversed && <p>{t('reverses')}</p>}
      {action.undo === null && action.input.length === 0 && changes.length > 0 && <p>{t('final')}</p>}
    </div>
  )
}

/** Facts that a dialog shows. */
const mostFacts = 6

interface FactsProps {
  readonly model: TableModel
  readonly action: MachineActionModel
  readonly row: WireRow
}

/** What the record is about, as the list shows it: whom and what it concerns, and its figures. */
function Facts({ model, action, row }: FactsProps) {
  const language = useLanguage()
  const { timeZone } = useSnapshot(session.site)
  const isFigure = figuresOf(model, action)
  const fields = model.list.columns
    .flatMap((name) => fieldOf(model, name) ?? [])
    .filter((field) => field.name !== model.title && field.name !== model.owner && !isEmpty(row[field.name]))
    .filter((field) => refersToOne(field) || isFigure(field))
    .slice(0, mostFacts)
  if (fields.length === 0) return null
  return (
    <dl className="action-facts">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.label[language]}</dt>
          <dd>
            <FieldCell
              model={model}
              field={field}
              value={row[field.name] ?? null}
              row={row}
              locale={{ language, timeZone }}
              recordName={recordName(model, row)}
              change={null}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Figures that the dialog shows: of an action whose preview computes some, those and what they are computed from.
 * Another one beside the name would be taken for the one that changes.
 */
function figuresOf(model: TableModel, { preview = {} }: MachineActionModel): (field: FieldModel) => boolean {
  const names = new Set(Object.entries(preview).flatMap(([name, { reads }]) => [name, ...reads]))
  const isConcerned = (field: FieldModel): boolean =>
    names.has(field.name) && field.options === undefined && !refersToOne(field) && !isTextual(field)
  return model.fields.some(isConcerned) ? isConcerned : ({ scale }) => scale !== undefined
}

/** State fields whose value will change; several values mean that the action decides. */
function changesOf(
  { to }: MachineActionModel,
  row: WireRow | null,
): readonly { readonly field: string; readonly to: readonly (number | string)[] }[] {
  return Object.entries(to)
    .filter(([field, values]) => !(values.length === 1 && row?.[field] === values[0]))
    .map(([field, values]) => ({ field, to: values }))
}

function Change({
  field,
  from,
  to,
}: {
  readonly field: FieldModel
  readonly from: unknown
  readonly to: readonly (number | string)[]
}) {
  const language = useLanguage()
  const optionOf = (value: unknown) => field.options?.find((option) => option.value === value)
  const before = optionOf(from)
  return (
    <li>
      <span className="action-change-field">{field.label[language]}</span>
      {before && (
        <>
          <OptionLabel option={before} language={language} />
          <ArrowRight size={12} title={null} />
        </>
      )}
      {to.map((value, index) => {
        const option = optionOf(value)
        return (
          <span key={String(value)} className="action-change-to">
            {index > 0 && <span> / </span>}
            {option ? <OptionLabel option={option} language={language} /> : <Tag minimal>{String(value)}</Tag>}
          </span>
        )
      })}
    </li>
  )
}
