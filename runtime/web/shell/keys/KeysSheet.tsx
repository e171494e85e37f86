/** Lists the keys there are. */
import { Button, Checkbox, Dialog, DialogBody } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { useAdminT, type AdminKey } from '../admin/texts.ts'
import { useReturnFocus } from '../../core/react/use-return-focus.ts'
import { config } from '../../core/preferences/store.ts'
import { paletteKeys, tabKeys } from './key-names.ts'

type Line = readonly [keys: string, text: AdminKey]

const everywhere = (): readonly Line[] => [
  [paletteKeys(), 'keys.palette'],
  ['?', 'keys.sheet'],
  [tabKeys('←'), 'keys.previousTab'],
  [tabKeys('→'), 'keys.nextTab'],
  [tabKeys('X'), 'keys.closeTab'],
  [tabKeys('R'), 'keys.reloadTab'],
  [tabKeys('F'), 'keys.fullScreen'],
  ['Shift F10', 'keys.tabMenu'],
  ['Esc', 'keys.escape'],
]
const lists: readonly Line[] = [
  ['/', 'keys.search'],
  ['Enter', 'keys.edit'],
  ['Ctrl Enter', 'keys.save'],
]

export function KeysSheet({ close }: { readonly close: () => void }) {
  const t = useAdminT()
  const { singleKeys } = useSnapshot(config).layout
  const heading = useId()
  const giveFocusBack = useReturnFocus()
  const leave = (): void => {
    close()
    giveFocusBack()
  }
  return (
    <Dialog className="tw-keys" isOpen onClose={leave} aria-labelledby={heading}>
      <div className="tw-panel-head">
        <h2 id={heading}>{t('keys')}</h2>
        <Button variant="minimal" icon={<Cross />} aria-label={t('keys.close')} onClick={leave} />
      </div>
      <DialogBody>
        <div className="tw-keys-lists">
          <KeyList title={t('keys.everywhere')} lines={everywhere()} />
          <KeyList title={t('keys.lists')} lines={lists} />
        </div>
        <Checkbox
          checked={singleKeys}
          label={t('layout.singleKeys')}
          onChange={(event) => {
            config.layout.singleKeys = event.currentTarget.checked
          }}
        />
      </DialogBody>
    </Dialog>
  )
}

function KeyList({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  const t = useAdminT()
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
