/** Texts that the member has bought, and tips. */
import { Tag } from '@blueprintjs/core'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, useSite } from 'tablewright/web'
import { orders } from '../../shared/site/user-routes.ts'
import { PagedList, pageSize } from './PagedList.tsx'
import { useT } from './texts.ts'

export function Orders() {
  const t = useT()
  const { timeZone } = useSite()
  return (
    <PagedList
      name="orders"
      title={t('orders')}
      empty={t('orders-empty')}
      load={(page) => callRoute(orders, { page, limit: pageSize }, { quiet: true })}
    >
      {({ id, kind, content, readable, amount, currency, state, create_time: time }) => (
        <li key={id}>
          <div className="cms-row">
            {content && readable ? (
              <a className="cms-title" href={`#/cms/info/${content.id}`}>
                {content.title}
              </a>
            ) : (
              <span className="cms-title">{content?.title ?? t('gone')}</span>
            )}
            <span>{t(currency === 'integral' ? 'points' : 'yuan', { amount })}</span>
          </div>
          <p className="tw-muted">
            {t(`kind-${kind}`)} · {formatSeconds(time, timeZone).slice(0, 16)}{' '}
            {state !== 'paid' && (
              <Tag minimal intent="warning">
                {t(`state-${state}`)}
              </Tag>
            )}
          </p>
        </li>
      )}
    </PagedList>
  )
}
