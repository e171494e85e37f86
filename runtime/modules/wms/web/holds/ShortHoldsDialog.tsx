/** Holds that the stock no longer covers, with the way to the product where that is solved. */
import { Button, Callout, Dialog, DialogBody, DialogFooter, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, errorText, useCan, useStaleWhileRevalidate, type ToolbarPartProps } from 'tablewright/web'
import { shortHolds } from '../../shared/holds.ts'
import './holds.css'
import { useT } from './texts.ts'

export function ShortHoldsDialog({ onClose }: ToolbarPartProps & { readonly onClose: () => void }) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(true)
  const { value, error, retry } = useStaleWhileRevalidate('short holds', () =>
    callRoute(shortHolds, null, { quiet: true }),
  )
  const list = value?.list ?? []
  const mayOpen = can('wms/product', 'index')
  return (
    <Dialog isOpen={isOpen} title={t('title')} onClose={() => setOpen(false)} onClosed={onClose} className="wms-holds">
      <DialogBody>
        {error !== null && (
          <Callout compact intent="danger" role="alert">
            {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
          </Callout>
        )}
        {error === null && !value && <Spinner aria-label={t('loading')} />}
        {value && list.length === 0 && (
          <Callout compact intent="success" role="status">
            {t('none')}
          </Callout>
        )}
        {list.length > 0 && (
          <>
            <p>{t('lead')}</p>
            {/* A region that scrolls is reached by the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div className="wms-holds-table" role="region" aria-label={t('title')} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    {(['hold', 'product', 'quantity', 'missing'] as const).map((column) => (
                      <th key={column} scope="col">
                        {t(column)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {list.map((hold) => (
                    <tr key={hold.id}>
                      <th scope="row">{hold.holder_no}</th>
                      <td>
                        {mayOpen ? (
                          <a href={`#/admin/wms/product?edit=${hold.product_id}`}>{hold.product}</a>
                        ) : (
                          hold.product
                        )}
                      </td>
                      <td>{hold.quantity}</td>
                      <td>{hold.missing}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <p className="tw-muted">{t('solve')}</p>
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<Button text={t('close')} onClick={() => setOpen(false)} />} />
    </Dialog>
  )
}
