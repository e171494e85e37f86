/** Past designs: who, when, what, and the way back; an undo can be taken back as well, by itself. */
import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { useState } from 'react'
import { useStaleWhileRevalidate } from '../../core/api/stale-while-revalidate.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { loadHistory, type PastDesign } from './calls.ts'
import { ChangeSheet } from './ChangeSheet.tsx'
import { useT } from './texts.ts'

interface HistoryDialogProps {
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function HistoryDialog({ onClose, onChanged }: HistoryDialogProps) {
  const t = useT()
  const language = useLanguage()
  const [undone, setUndone] = useState<PastDesign | null>(null)
  const { value: designs } = useStaleWhileRevalidate('designs', loadHistory)
  if (undone)
    return (
      <ChangeSheet
        change={{ undo: undone.id }}
        isRedo={undone.undoes !== null}
        onClose={() => setUndone(null)}
        onApplied={() => {
          onChanged()
          onClose()
        }}
      />
    )
  return (
    <Dialog isOpen title={t('history')} onClose={onClose} className="designer-dialog">
      <DialogBody>
        {designs?.length === 0 && <p>{t('no-history')}</p>}
        <ul className="designer-history">
          {designs?.map((design) => (
            <li key={design.id}>
              <div>
                <strong>{design.by}</strong>{' '}
                {new Date(design.time * 1000).toLocaleString(language === 'zh-cn' ? 'zh-CN' : 'en')}
                {design.undoes !== null && <div>{t('took-back')}</div>}
                <ul>
                  {design.words.map((text) => (
                    <li key={text.en}>{text[language]}</li>
                  ))}
                </ul>
              </div>
              {design.isFinal === null ? (
                <Button
                  size="small"
                  variant="outlined"
                  text={t(design.undoes === null ? 'undo' : 'redo')}
                  onClick={() => setUndone(design)}
                />
              ) : (
                <span>
                  {t(design.undoes !== null && design.isFinal === 'undone' ? 'redone' : `final.${design.isFinal}`)}
                </span>
              )}
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
