/** The comments of the member, in every state. */
import { Button, Tag } from '@blueprintjs/core'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, errorText, notify, useSite } from 'tablewright/web'
import { deleteComment, ownComments } from '../../shared/site/user-routes.ts'
import { PagedList, pageSize } from './PagedList.tsx'
import { useT } from './texts.ts'

const tones = { normal: 'success', unaudited: 'warning', refused: 'danger' } as const

export function OwnComments() {
  const t = useT()
  const { timeZone } = useSite()
  const remove = async (id: number, said: string, reload: () => void): Promise<void> => {
    if (!confirm(t('remove-sure', { title: said.slice(0, 60) }))) return
    try {
      await callRoute(deleteComment, { id }, { quiet: true })
      reload()
    } catch (error) {
      notify({ tone: 'danger', text: errorText(error) })
    }
  }
  return (
    <PagedList
      name="own comments"
      title={t('comments')}
      empty={t('comments-empty')}
      load={(page) => callRoute(ownComments, { page, limit: pageSize }, { quiet: true })}
    >
      {({ id, content, text, status, remark, create_time: time }, reload) => (
        <li key={id}>
          <div className="cms-row">
            <span className="cms-said">{content}</span>
            <Tag minimal intent={tones[status]}>
              {t(`comment-${status}`)}
            </Tag>
          </div>
          {remark !== '' && <p className="cms-memo">{t('reason', { reason: remark })}</p>}
          <div className="cms-row">
            {text && <a href={`#/cms/info/${text.id}`}>{text.title}</a>}
            <span className="tw-muted">{momentLabel(time, timeZone)}</span>
            <Button
              variant="minimal"
              size="small"
              text={t('remove')}
              onClick={() => void remove(id, content, reload)}
            />
          </div>
        </li>
      )}
    </PagedList>
  )
}

/** Without its seconds. */
const momentLabel = (seconds: number, timeZone: string): string => formatSeconds(seconds, timeZone).slice(0, 16)
