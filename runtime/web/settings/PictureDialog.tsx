/** A picture of a formatted text: chosen among the uploaded files or uploaded, and described. */
import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { useId, useMemo, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { FieldModel } from '../../protocol/index.ts'
import { inputs } from '../fields/inputs.ts'
import { withoutRecord } from './KindInput.tsx'
import { useSettingLocale } from './setting-field.ts'
import { useT } from './texts.ts'

export interface Picture {
  readonly src: string
  /** What it shows, "" for one that only decorates. */
  readonly alt: string
}

interface PictureDialogProps {
  /** The one to change, null for a new one. */
  readonly picture: Picture | null
  /** Called when the dialog is gone, with null when nothing is to change. */
  readonly onClose: (picture: Picture | null) => void
}

/** As long as the server keeps it. */
const maxAlt = 200
const Input = inputs.image

export function PictureDialog({ picture, onClose }: PictureDialogProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  const [isPending, setPending] = useState(false)
  const [chosen, setChosen] = useState<Picture>(picture ?? { src: '', alt: '' })
  const answer = useRef<Picture | null>(null)
  const canPut = chosen.src !== '' && !isPending
  const put = (): void => {
    if (!canPut) return
    answer.current = chosen
    setOpen(false)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={() => onClose(answer.current)}
      canOutsideClickClose={false}
      transitionDuration={100}
      title={t(picture ? 'editor-change' : 'editor-insert')}
      isCloseButtonShown={false}
      className="settings-dialog"
    >
      <DialogBody>
        <PictureFields picture={chosen} onChange={setChosen} onPending={setPending} onSubmit={put} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={() => setOpen(false)} />
            <Button intent="primary" text={t(picture ? 'save' : 'editor-put')} disabled={!canPut} onClick={put} />
          </>
        }
      />
    </Dialog>
  )
}

interface PictureFieldsProps {
  readonly picture: Picture
  readonly onChange: Dispatch<SetStateAction<Picture>>
  /** An upload begins or ends. */
  readonly onPending: (isPending: boolean) => void
  /** Enter was pressed in the description. */
  readonly onSubmit: () => void
}

function PictureFields({ picture, onChange, onPending, onSubmit }: PictureFieldsProps) {
  const t = useT()
  const id = useId()
  const locale = useSettingLocale()
  const record = useMemo(() => withoutRecord(onPending), [onPending])
  const label = t('editor-picture')
  const field: FieldModel = {
    name: 'picture',
    kind: 'image',
    label: { 'zh-cn': label, en: label },
    required: true,
    readOnly: false,
    private: false,
    implicit: false,
  }
  return (
    <div className="settings-fields">
      <div className="settings-item-field">
        <label id={`${id}-file-label`} htmlFor={`${id}-file`}>
          {label}
        </label>
        <Input
          id={`${id}-file`}
          field={field}
          value={picture.src}
          disabled={false}
          invalid={false}
          describedBy={undefined}
          record={record}
          locale={locale}
          onChange={(src) => onChange((current) => ({ ...current, src: String(src ?? '') }))}
          onBlur={() => undefined}
        />
      </div>
      <div className="settings-item-field">
        <label htmlFor={`${id}-alt`}>{t('editor-alt')}</label>
        <InputGroup
          id={`${id}-alt`}
          fill
          value={picture.alt}
          maxLength={maxAlt}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange({ ...picture, alt: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onSubmit()
          }}
        />
        <p id={`${id}-note`} className="settings-note">
          {t('editor-alt-note')}
        </p>
      </div>
    </div>
  )
}
