/** Like, dislike, save, share and tip. A mark is shown at once and taken back where the server refuses it. */
import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { Heart, HeartBroken, Share, Star, StarEmpty } from '@blueprintjs/icons'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { callRoute, errorText, isMemberSignedIn, member, notify, QrCode } from 'tablewright/web'
import { collect, dislike, like } from '../../shared/site/content-routes.ts'
import { createTextPayment } from '../../shared/site/pay-routes.ts'
import type { Info } from './info.ts'
import { Field } from './Field.tsx'
import { useT } from './texts.ts'

const calls = { like, dislike, collect } as const
type Mark = keyof typeof calls

interface State {
  readonly likes: number
  readonly dislikes: number
  readonly collects: number
  readonly likeed: boolean
  readonly disliked: boolean
  readonly collected: boolean
}

/** The state as it will be once the server has stored the mark. */
function marked(state: State, mark: Mark, isSet: boolean): State {
  const step = isSet ? 1 : -1
  if (mark === 'collect') return { ...state, collected: isSet, collects: state.collects + step }
  if (mark === 'like')
    return {
      ...state,
      likeed: isSet,
      likes: state.likes + step,
      ...(isSet && state.disliked && { disliked: false, dislikes: state.dislikes - 1 }),
    }
  return {
    ...state,
    disliked: isSet,
    dislikes: state.dislikes + step,
    ...(isSet && state.likeed && { likeed: false, likes: state.likes - 1 }),
  }
}

interface MarksProps {
  readonly info: Info
  readonly onChanged: () => void
}

export function Marks({ info, onChanged }: MarksProps) {
  const t = useT()
  const navigate = useNavigate()
  const isIn = isMemberSignedIn(useSnapshot(member))
  const { content: text } = info
  const [state, setState] = useState<State>({
    likes: text.likes,
    dislikes: text.dislikes,
    collects: text.collects,
    likeed: info.likeed,
    disliked: info.disliked,
    collected: info.collected,
  })
  const [dialog, setDialog] = useState<'share' | 'tip' | null>(null)
  const toggle = async (mark: Mark, isSet: boolean): Promise<void> => {
    if (!isIn) return void navigate('/user/login')
    const before = state
    setState(marked(state, mark, isSet))
    try {
      setState(await callRoute(calls[mark], { id: text.id, set: isSet }, { quiet: true }))
    } catch (error) {
      setState(before)
      notify({ tone: 'danger', text: errorText(error) })
    }
  }
  return (
    <div className="site-acts">
      <Button
        variant="minimal"
        icon={<Heart />}
        aria-pressed={state.likeed}
        text={`${t('like')} ${state.likes}`}
        onClick={() => void toggle('like', !state.likeed)}
      />
      <Button
        variant="minimal"
        icon={<HeartBroken />}
        aria-pressed={state.disliked}
        text={t('dislike')}
        onClick={() => void toggle('dislike', !state.disliked)}
      />
      <Button
        variant="minimal"
        icon={state.collected ? <Star /> : <StarEmpty />}
        aria-pressed={state.collected}
        text={`${t(state.collected ? 'collected' : 'collect')} ${state.collects}`}
        onClick={() => void toggle('collect', !state.collected)}
      />
      <Button variant="minimal" icon={<Share />} text={t('share')} onClick={() => setDialog('share')} />
      {text.tips && isIn && <Button text={t('tip')} onClick={() => setDialog('tip')} />}
      {dialog === 'share' && <ShareDialog id={text.id} onClose={() => setDialog(null)} />}
      {dialog === 'tip' && <TipDialog id={text.id} onClose={() => setDialog(null)} onPaid={onChanged} />}
    </div>
  )
}

/** The address that everybody can open, as a code and to copy. */
function ShareDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useT()
  const address = new URL(`read/${id}`, document.baseURI).href.replace(/#.*$/, '')
  const copy = (): void => {
    navigator.clipboard.writeText(address).then(
      () => notify({ tone: 'success', text: t('copied') }),
      (error: unknown) => notify({ tone: 'danger', text: errorText(error) }),
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('share')} className="site-share">
      <DialogBody>
        <QrCode text={address} name={address} className="site-code" />
        <p className="tw-muted">{t('share-help')}</p>
        <p className="site-address">{address}</p>
        <Button intent="primary" text={t('copy-link')} onClick={copy} />
      </DialogBody>
    </Dialog>
  )
}

interface TipDialogProps {
  readonly id: number
  readonly onClose: () => void
  readonly onPaid: () => void
}

function TipDialog({ id, onClose, onPaid }: TipDialogProps) {
  const t = useT()
  const [amount, setAmount] = useState('5')
  const [problem, setProblem] = useState('')
  const pay = async (): Promise<void> => {
    setProblem('')
    try {
      const { info } = await callRoute(createTextPayment, { project: 'admire', object: id, amount }, { quiet: true })
      onClose()
      onPaid()
      location.assign(`#/user/pay/${info.sn}`)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('tip')}>
      <DialogBody>
        <form
          className="site-form"
          onSubmit={(event) => {
            event.preventDefault()
            void pay()
          }}
        >
          <Field label={t('tip-amount')} value={amount} onChange={setAmount} inputMode="decimal" />
          {problem !== '' && <p role="alert">{problem}</p>}
          <Button type="submit" intent="primary" text={t('tip-pay')} />
        </form>
      </DialogBody>
    </Dialog>
  )
}
