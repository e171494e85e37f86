/** Raised hands in their order, who has the floor, and who is there. */
import { Button, Tag } from '@blueprintjs/core'
import { isStaff } from '../../shared/person.ts'
import { useT } from '../texts.ts'
import type { OpenLesson } from './use-lesson.ts'

export function PeopleTab({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { me, state, people, nameOf, submit } = lesson
  const isTeacher = me !== null && isStaff(me) && state.status === 'live'
  const present = people.filter(({ present: isPresent }) => isPresent)
  return (
    <div className="live-people">
      {state.hands.length > 0 && <HandQueue lesson={lesson} isTeacher={isTeacher} />}
      {state.floor.length > 0 && (
        <section aria-label={t('floor')}>
          <h3>{t('floor')}</h3>
          <ul className="live-hands">
            {state.floor.map((person) => (
              <li key={person}>
                <span>{nameOf(person) || t('gone')}</span>
                {isTeacher && (
                  <Button
                    size="small"
                    text={t('floor-take')}
                    aria-label={t('floor-take-from', { name: nameOf(person) })}
                    onClick={() => submit({ kind: 'floor.take', payload: { person } })}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={t('present')}>
        <h3>{t('present-count', { count: present.length })}</h3>
        <ul className="live-hands">
          {present.map(({ holder, name, role }) => (
            <li key={holder}>
              <span>{name}</span>
              {role !== 'pupil' && <Tag minimal>{t(`role-${role}`)}</Tag>}
              {isTeacher && role === 'pupil' && (
                <Button
                  size="small"
                  variant="minimal"
                  intent="danger"
                  text={t('remove')}
                  aria-label={t('remove-person', { name })}
                  onClick={() => submit({ kind: 'remove', payload: { person: holder } })}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function HandQueue({ lesson, isTeacher }: { readonly lesson: OpenLesson; readonly isTeacher: boolean }) {
  const t = useT()
  const { state, nameOf, submit } = lesson
  return (
    <section aria-label={t('hands')}>
      <h3>
        {t('hands')}
        {isTeacher && (
          <Button size="small" text={t('hands-lower')} onClick={() => submit({ kind: 'hand.clear', payload: {} })} />
        )}
      </h3>
      <ol className="live-hands">
        {state.hands.map(({ person, seq }) => (
          <li key={seq}>
            <span>{nameOf(person) || t('gone')}</span>
            {isTeacher && (
              <span className="live-row-buttons">
                <Button
                  size="small"
                  intent="primary"
                  text={t('floor-give')}
                  aria-label={t('floor-give-to', { name: nameOf(person) })}
                  onClick={() => submit({ kind: 'floor.give', payload: { person } })}
                />
                <Button
                  size="small"
                  text={t('hand-lower-one')}
                  aria-label={t('hand-lower-of', { name: nameOf(person) })}
                  onClick={() => submit({ kind: 'hand.down', payload: { person } })}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
