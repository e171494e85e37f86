import { Button, Callout } from '@blueprintjs/core'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { FieldModel, RelationModel } from '../../../protocol/index.ts'
import { errorText } from '../../core/api/api-error.ts'
import { recordsChanged } from '../../core/api/records-changed.ts'
import { session } from '../../core/auth/session.ts'
import { useT as useFormT } from '../../fields/form-texts.ts'
import { labelId } from '../../fields/input-props.ts'
import { RecordChoice } from '../../fields/reference/RecordChoice.tsx'
import { focusFirstField } from '../../form/first-field.ts'
import { readRecord } from '../../form/read-record.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { ActionRun } from './action-run.ts'
import type { ActionRequest } from './action-host.ts'
import { useT } from './texts.ts'
import '../../form/form.css'
import './actions.css'

interface EntryDialogProps extends Pick<ActionRequest, 'model' | 'action'> {
  /** The ledger's reference to the record that the action is carried out on. */
  readonly field: FieldModel
  readonly relation: RelationModel
  /** Id of the record that is chosen when the dialog opens, null = none. */
  readonly first: string | null
  readonly onChanged: () => Promise<void>
  readonly onClosed: () => void
}

/** Adds to a ledger: the dialog of an action of the record whose balance changes, which is chosen in it. */
export function EntryDialog({ model, action, field, relation, first, onChanged, onClosed }: EntryDialogProps) {
  const [id, setId] = useState(first)
  const [run] = useState(() => new ActionRun(model, action))
  const loadState = useLoaded(`${model.id} ${id}`, async () => (id === null ? null : readRecord(model, Number(id))))
  const row = loadState.state === 'ready' ? loadState.value : null
  return (
    <ActionDialog
      request={{ model, action, target: { row: row ?? {} }, trigger: null }}
      run={run}
      problem={null}
      choice={{
        isMade: row !== null,
        input: (
          <>
            <Choice field={field} relation={relation} value={id} onChange={setId} />
            <ChoiceState loaded={loadState} />
          </>
        ),
      }}
      onChanged={async () => {
        recordsChanged(model.controller)
        await onChanged()
      }}
      onClosed={onClosed}
    />
  )
}

interface ChoiceProps extends Pick<EntryDialogProps, 'field' | 'relation'> {
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

/** Has the focus while nothing is chosen; the inputs take it as soon as they are there. */
function Choice({ field, relation, value, onChange }: ChoiceProps) {
  const t = useFormT()
  const language = useLanguage()
  const { timeZone } = useSnapshot(session.site)
  const frame = useRef<HTMLDivElement>(null)
  const id = `entry${useId().replaceAll(/[^\w-]/g, '')}`
  const isFirst = useRef(value === null)
  useLayoutEffect(() => {
    if (isFirst.current) focusFirstField(frame.current)
  }, [])
  return (
    <div ref={frame} className="record-field action-choice">
      <label id={labelId(id)} htmlFor={id} className="record-label">
        {field.label[language]}
        <span className="record-required" aria-hidden>
          {' '}
          *
        </span>
      </label>
      <div className="record-control">
        <RecordChoice
          relation={relation}
          control={{
            id,
            disabled: false,
            'aria-invalid': undefined,
            'aria-describedby': undefined,
            'aria-required': true,
          }}
          value={value}
          onChange={onChange}
          locale={{ language, timeZone }}
          placeholder={t('search-record')}
        />
      </div>
    </div>
  )
}

function ChoiceState({ loaded: loadState }: { readonly loaded: ReturnType<typeof useLoaded> }) {
  const t = useT()
  if (loadState.state === 'ready') return null
  if (loadState.state === 'loading')
    return (
      <p className="action-waiting" role="status">
        {t('loading')}
      </p>
    )
  return (
    <Callout role="alert" intent="danger">
      <strong>{t('load-failed')}</strong>
      <p>{errorText(loadState.error)}</p>
      <Button text={t('retry')} onClick={loadState.retry} />
    </Callout>
  )
}
