import { Button, Classes, Dialog, DialogBody, DialogFooter, HTMLTable } from '@blueprintjs/core'
import { writableFields, type FieldModel } from '../../../protocol/index.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { draftOf } from '../../form/draft.ts'
import { shownText } from '../../form/theme/ObjectFieldTemplate.tsx'
import { mergeMine, type RecordFormState } from '../../form/use-record-form.ts'

/** Another user saved the record in the meantime: shows the differences and asks which version to keep. */
export function ConflictDialog({ form }: { form: RecordFormState }) {
  const { saveFailure, locale, model } = form
  const theirs = saveFailure?.outcome === 'conflict' ? saveFailure.theirs : null
  const { t } = locale
  const stay = () => form.dispatch({ type: 'dismissFailure' })
  const saveMine = (row: WireRow) => {
    const merged = mergeMine(form, row)
    form.dispatch({ type: 'start', base: row, draft: merged })
    void form.save(row, merged)
  }
  return (
    <Dialog
      isOpen={theirs !== null}
      onClose={stay}
      title={t('conflict-title')}
      className="record-conflict"
      isCloseButtonShown={false}
    >
      {theirs && (
        <>
          <DialogBody>
            <Differences form={form} theirs={theirs} />
          </DialogBody>
          <DialogFooter
            actions={
              <>
                <Button
                  text={t('load-theirs')}
                  onClick={() => form.dispatch({ type: 'start', base: theirs, draft: draftOf(model, theirs) })}
                />
                <Button intent="primary" text={t('save-mine')} onClick={() => saveMine(theirs)} />
              </>
            }
          >
            <Button variant="minimal" text={t('stay')} onClick={stay} />
          </DialogFooter>
        </>
      )}
    </Dialog>
  )
}

function Differences({ form, theirs }: { form: RecordFormState; theirs: WireRow }) {
  const { locale, model } = form
  const differing = writableFields(model).filter(
    (field) => !field.private && !form.isSame(field.name, theirs[field.name], form.draft[field.name]),
  )
  if (differing.length === 0) return <p>{locale.t('conflict-same')}</p>
  return (
    <>
      <p>{locale.t('conflict-text')}</p>
      <HTMLTable compact bordered className="record-differences">
        <thead>
          <tr>
            <th scope="col">{locale.t('conflict-field')}</th>
            <th scope="col">{locale.t('conflict-theirs')}</th>
            <th scope="col">{locale.t('conflict-mine')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.label[locale.language]}</th>
              <td>{shownText(field, theirs[field.name], theirs, form) || '—'}</td>
              <td>
                <Mine form={form} field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </>
  )
}

function Mine({ form, field }: { form: RecordFormState; field: FieldModel }) {
  const value = form.draft[field.name]
  const isUntouched = form.isSame(field.name, form.before[field.name], value)
  if (isUntouched) return <span className={Classes.TEXT_MUTED}>{form.locale.t('conflict-kept')}</span>
  return form.labelOf(field.name, value) ?? (shownText(field, value, form.base ?? {}, form) || '—')
}
