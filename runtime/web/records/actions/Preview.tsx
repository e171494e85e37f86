import { ArrowRight } from '@blueprintjs/icons'
import { useMemo, useState, type ComponentProps } from 'react'
import { useSnapshot } from 'valtio'
import {
  computeRuleValue,
  fieldOf,
  isEmpty,
  kinds,
  type FieldModel,
  type InputModel,
  type RuleFacts,
  type TableModel,
  type WireValue,
} from '../../../protocol/index.ts'
import { session } from '../../core/auth/session.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import type { FieldLocale, WireRow } from '../../fields/input-props.ts'
import { recordName } from '../../fields/record-names.ts'
import { factsOf } from '../../fields/rule-facts.ts'
import { readValue, type Draft } from '../../form/draft.ts'
import { inputsFor } from './input-model.ts'
import type { ActionRequest } from './action-host.ts'
import { useT } from './texts.ts'

interface PreviewProps {
  readonly request: ActionRequest
  /** The record as it is now. */
  readonly row: WireRow
  readonly draft: Draft
  readonly locale: FieldLocale
}

/** What fields of the record will be with the inputs as they are typed; those that stay the same are left out. */
export function Preview({ request, row, draft, locale }: PreviewProps) {
  const t = useT()
  const { model, action } = request
  const { timeZone } = locale
  const admin = useSnapshot(session.admin)
  const [openedAt] = useState(() => Date.now())
  const facts = useMemo(() => factsOf(model, row, admin, openedAt), [model, row, admin, openedAt])
  const record = { ...facts.record, ...storedInputs(inputsFor(request), draft, timeZone) }
  const results = previewed(model, action.preview ?? {}, { ...facts, record }, row)
  return (
    <div role="status" className="action-preview">
      {results.length > 0 && (
        <dl aria-label={t('preview')}>
          {results.map(({ field, after }) => (
            <div key={field.name}>
              <dt>{field.label[locale.language]}</dt>
              <dd>
                <Value model={model} field={field} row={row} value={row[field.name] ?? null} locale={locale} />
                <ArrowRight size={12} title={t('turns-into')} />
                <strong>
                  <Value model={model} field={field} row={row} value={after} locale={locale} />
                </strong>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** The inputs as rules see them; one that cannot be read yet has no value. */
function storedInputs(inputs: readonly InputModel[], draft: Draft, timeZone: string): RuleFacts['record'] {
  return Object.fromEntries(
    inputs.map((input) => {
      const read = readValue(input, draft[input.name], timeZone)
      const value = 'value' in read ? read.value : null
      return [input.name, isEmpty(value) ? null : kinds[input.kind].toStored(value as WireValue, input)]
    }),
  )
}

/** Fields that the caller does not see are left out. */
function previewed(
  model: TableModel,
  rules: NonNullable<ActionRequest['action']['preview']>,
  facts: RuleFacts,
  row: WireRow,
): readonly { readonly field: FieldModel; readonly after: WireValue }[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const field = fieldOf(model, name)
    if (!field || field.private || !(name in row)) return []
    const value = computeRuleValue(rule, facts)
    if (value === null || typeof value === 'boolean') return []
    const after = kinds[field.kind].toWire(value, field)
    return String(after) === String(row[name] ?? '') ? [] : [{ field, after }]
  })
}

interface ValueProps {
  readonly model: TableModel
  readonly field: FieldModel
  readonly row: WireRow
  readonly value: ComponentProps<typeof FieldCell>['value']
  readonly locale: FieldLocale
}

const Value = ({ model, field, row, value, locale: { language, timeZone } }: ValueProps) => (
  <FieldCell
    model={model}
    field={field}
    value={value}
    row={{ ...row, [field.name]: value }}
    locale={{ language, timeZone }}
    recordName={recordName(model, row)}
    change={null}
  />
)
