/** Adds a setting to a tab, or edits what an added one is called and what kind of value it has. */
import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useId, useMemo, useState } from 'react'
import { errorText } from '../core/api/api-error.ts'
import { SubmitButton } from '../core/loading/SubmitButton.tsx'
import { useLoaded } from '../core/loading/use-loaded.ts'
import { InputForm } from '../form/InputForm.tsx'
import type { saveRecord } from '../form/save.ts'
import { SettingChoices } from './setting-choices.tsx'
import { definitionOf, loadSettingForm, refusalOf, rowOfSetting } from './setting-form.ts'
import { addSetting, redefineSetting, type Setting, type SettingGroup } from './settings.ts'
import { useT } from './texts.ts'

interface SettingDialogProps {
  /** The tab that a new setting is added to. */
  readonly group: string
  readonly groups: readonly SettingGroup[]
  /** The one to edit, null for a new one. */
  readonly setting: Setting | null
  readonly onSaved: () => void
  readonly onClose: () => void
}

export function SettingDialog({ group, groups, setting, onSaved, onClose }: SettingDialogProps) {
  const t = useT()
  const formId = `setting${useId().replaceAll(/[^\w-]/g, '')}`
  // Closed first and unmounted after the animation, so that the focus returns to the opener.
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send: typeof saveRecord = async (model, _row, draft, timeZone) => {
    setBusy(true)
    setProblem(null)
    try {
      const definition = definitionOf(model, draft, timeZone, { setting, group })
      if (setting) await redefineSetting(setting, definition)
      else await addSetting(definition)
      onSaved()
      setOpen(false)
      return { outcome: 'saved', id: setting?.id ?? 0 }
    } catch (error) {
      const refusal = refusalOf(model, error)
      setProblem(refusal.message)
      return refusal
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      canEscapeKeyClose={!isBusy}
      canOutsideClickClose={false}
      transitionDuration={100}
      title={setting ? t('edit-setting', { name: setting.title }) : t('add-setting')}
      isCloseButtonShown={false}
      className="settings-dialog"
    >
      <DialogBody>
        {problem && (
          <Callout role="alert" intent="danger" compact>
            {problem}
          </Callout>
        )}
        <SettingForm formId={formId} group={group} groups={groups} setting={setting} send={send} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} disabled={isBusy} onClick={() => setOpen(false)} />
            <SubmitButton form={`${formId}-form`} text={setting ? t('save') : t('add')} isBusy={isBusy} />
          </>
        }
      />
    </Dialog>
  )
}

function SettingForm({
  formId,
  group,
  groups,
  setting,
  send,
}: Pick<SettingDialogProps, 'group' | 'groups' | 'setting'> & {
  readonly formId: string
  readonly send: typeof saveRecord
}) {
  const t = useT()
  const loadState = useLoaded('added-setting', loadSettingForm)
  const row = useMemo(() => setting && rowOfSetting(setting, group), [setting, group])
  const choices = useMemo(() => ({ groups, setting }), [groups, setting])
  if (loadState.state === 'loading') return null
  if (loadState.state === 'failed')
    return (
      <Callout role="alert" intent="danger">
        <p>{errorText(loadState.error)}</p>
        <Button text={t('try-again')} onClick={loadState.retry} />
      </Callout>
    )
  const { model, parts } = loadState.value
  return (
    <SettingChoices value={choices}>
      <InputForm formId={formId} model={model} parts={parts} row={row} send={send} />
    </SettingChoices>
  )
}
