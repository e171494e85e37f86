/** The member of a conversation, with the lines that all modules have about them. */
import { useCan } from 'tablewright/web'
import { Avatar } from '../thread/Avatar.tsx'
import type { DeskState } from './desk-types.ts'
import { useT } from './texts.ts'

export function CustomerCard({ state: { member, name, avatar, cards } }: { readonly state: DeskState }) {
  const t = useT()
  const canOpen = useCan()('user/user', 'index')
  const lines = cards.flat()
  return (
    <aside className="tw-card desk-customer" aria-label={t('details')}>
      <div className="desk-person">
        <Avatar name={name} address={avatar} />
        <div>
          <h2>{name || t('gone')}</h2>
          {member !== null && (
            <span className="tw-muted">
              {t('customer')} #{member}
            </span>
          )}
        </div>
      </div>
      {lines.length === 0 ? (
        <p className="tw-muted">{t('cards-empty')}</p>
      ) : (
        cards.map((card) => (
          <dl className="desk-card" key={card.map(({ label }) => label).join()}>
            {card.map(({ label, value, path }) => (
              <div key={label}>
                <dt className="tw-muted">{label}</dt>
                <dd>{path === undefined ? value : <a href={`#${path}`}>{value}</a>}</dd>
              </div>
            ))}
          </dl>
        ))
      )}
      {member !== null && canOpen && <a href={`#/admin/user/user?edit=${member}`}>{t('customer-open')}</a>}
    </aside>
  )
}
