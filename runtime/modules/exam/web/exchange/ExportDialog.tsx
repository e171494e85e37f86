/** Exports the questions of a subject, or all of them, as a file that can be imported. */
import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { downloadRoute, type ToolbarPartProps } from 'tablewright/web'
import { bankFormats, exportBank, type BankFormat } from '../../shared/exchange-routes.ts'
import { useT } from './texts.ts'
import { useSubjects } from './use-subjects.ts'
import './exchange.css'

export function ExportDialog({ onClose }: ToolbarPartProps & { readonly onClose: () => void }) {
  const t = useT()
  const { subjects } = useSubjects()
  const [isOpen, setOpen] = useState(true)
  const [subject, setSubject] = useState(0)
  const [format, setFormat] = useState<BankFormat>('xlsx')
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const name = subjects?.find(({ id }) => id === subject)?.name ?? t('all-subjects')
    const ending = format === 'gift' ? 'gift.txt' : format
    try {
      await downloadRoute(exportBank, { format, ...(subject !== 0 && { subject }) }, `${name}.${ending}`)
      setOpen(false)
    } catch {
      // The refusal was shown.
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={t('export')}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      className="exam-exchange"
    >
      <DialogBody>
        <p className="tw-muted">{t('export-note')}</p>
        <FormGroup label={t('subject')} labelFor="exam-export-subject">
          <HTMLSelect
            id="exam-export-subject"
            fill
            value={subject}
            options={[
              { value: 0, label: t('all-subjects') },
              ...(subjects ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => setSubject(Number(event.currentTarget.value))}
          />
        </FormGroup>
        <FormGroup
          label={t('format')}
          labelFor="exam-export-format"
          helperText={format === 'gift' ? t('export-gift-note') : undefined}
        >
          <HTMLSelect
            id="exam-export-format"
            fill
            value={format}
            options={bankFormats.map((value) => ({ value, label: t(`format-${value}`) }))}
            onChange={({ currentTarget }) =>
              setFormat(bankFormats.find((name) => name === currentTarget.value) ?? 'xlsx')
            }
          />
        </FormGroup>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('close')} onClick={() => setOpen(false)} />
            <Button intent="primary" text={t('save')} loading={isBusy} onClick={() => void save()} />
          </>
        }
      />
    </Dialog>
  )
}
