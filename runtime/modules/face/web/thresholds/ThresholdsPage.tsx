/** The error rates of the site's own library by threshold, and where the line is drawn. */
import { Button, Callout } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { formatSeconds } from 'tablewright/protocol'
import { useMemo, useState } from 'react'
import {
  callRoute,
  Chart,
  errorText,
  notify,
  postData,
  useCan,
  useSite,
  useStaleWhileRevalidate,
  useTitle,
} from 'tablewright/web'
import { calibrateNow, readThresholds } from '../../shared/face-routes.ts'
import { useT } from '../capture/texts.ts'
import '../capture/capture.css'

type Answer = Awaited<ReturnType<typeof read>>
type Calibration = NonNullable<Answer['calibration']>

const read = () => callRoute(readThresholds, null, { quiet: true })

const percent = (rate: number | null, digits = 2): string => (rate === null ? '–' : `${(100 * rate).toFixed(digits)} %`)

export function ThresholdsPage() {
  const t = useT()
  useTitle(t('thresholds'))
  const { value, error, retry } = useStaleWhileRevalidate('face thresholds', read)
  const mayCalibrate = useCan()('face/thresholds', 'calibrate')
  const [isBusy, setBusy] = useState(false)
  const calibrate = async (): Promise<void> => {
    setBusy(true)
    try {
      await callRoute(calibrateNow, null, { notifySuccess: true })
      retry()
    } catch {
      // The refusal was shown.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="face-page face-thresholds">
      <h1>{t('thresholds')}</h1>
      {error !== null && (
        <Callout intent="danger" role="alert">
          {errorText(error)}
        </Callout>
      )}
      {value && (
        <>
          <Callout intent={value.in_force ? 'success' : 'warning'}>
            {t(value.in_force ? 'auto-on' : value.obstacle === '' ? 'auto-off' : `auto-${obstacleOf(value)}`)}
          </Callout>
          {value.calibration && <Curves calibration={value.calibration} answer={value} onSaved={retry} />}
          {!value.calibration && <p className="tw-card tw-muted">{t('no-calibration')}</p>}
          <p className="tw-muted">
            {t('own-library')} {t('plain-words')}
          </p>
          {mayCalibrate && (
            <div>
              <Button icon={<Refresh />} loading={isBusy} text={t('calibrate')} onClick={() => void calibrate()} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

const obstacleOf = ({ obstacle }: Answer): 'persons' | 'curve' | 'none' =>
  obstacle === 'persons' || obstacle === 'curve' ? obstacle : 'none'

interface CurvesProps {
  readonly calibration: Calibration
  readonly answer: Answer
  readonly onSaved: () => void
}

function Curves({ calibration, answer, onSaved }: CurvesProps) {
  const t = useT()
  const maySave = useCan()('routine/config', 'edit')
  const [threshold, setThreshold] = useState(Number(answer.match))
  const { curve } = calibration
  const point = curve.find((candidate) => Math.abs(candidate.threshold - threshold) < 0.005) ?? curve[0]
  const data = useMemo(
    () => ({
      categories: curve.map((place) => place.threshold.toFixed(2)),
      series: [
        { name: t('far'), values: curve.map(({ far }) => (far === null ? null : (100 * far).toFixed(2))) },
        { name: t('frr'), values: curve.map(({ frr }) => (frr === null ? null : (100 * frr).toFixed(2))) },
      ],
    }),
    [curve, t],
  )
  const save = (): void =>
    void postData('/admin/routine.Config/edit', { face_match: threshold.toFixed(2) }).then(
      () => {
        notify({ tone: 'success', text: t('saved') })
        onSaved()
      },
      () => undefined,
    )
  return (
    <>
      <div className="tw-card">
        <Chart
          kind="line"
          title={t('curves')}
          category={t('threshold')}
          data={data}
          unit="%"
          formatValue={(text) => `${text} %`}
          empty={t('no-calibration')}
        />
      </div>
      <section className="tw-card face-card" aria-label={t('threshold')}>
        <label className="face-slider">
          <span>
            {t('threshold')} <strong>{threshold.toFixed(2)}</strong>
            {calibration.threshold !== null && (
              <span className="tw-muted"> {t('reached', { value: calibration.threshold.toFixed(2) })}</span>
            )}
          </span>
          <input
            type="range"
            min={0.2}
            max={0.8}
            step={0.01}
            value={threshold}
            onChange={(event) => setThreshold(Number(event.currentTarget.value))}
          />
        </label>
        {point && <Figures point={point} calibration={calibration} people={answer.enrolled} />}
        {maySave && (
          <div>
            <Button
              intent="primary"
              disabled={threshold.toFixed(2) === answer.match}
              text={t('use-threshold')}
              onClick={save}
            />
          </div>
        )}
      </section>
    </>
  )
}

interface FiguresProps {
  readonly point: Calibration['curve'][number]
  readonly calibration: Calibration
  readonly people: number
}

/** The rates at one threshold, with the numbers of pairs that they come from. */
function Figures({ point, calibration, people }: FiguresProps) {
  const t = useT()
  const { timeZone } = useSite()
  const { persons, genuine, impostor, time } = calibration
  const { far, frr, false_accepts, false_rejects } = point
  return (
    <dl className="face-figures">
      <Figure name={t('far')} value={percent(far)} note={t('of-pairs', { count: false_accepts, pairs: impostor })} />
      <Figure name={t('frr')} value={percent(frr)} note={t('of-pairs', { count: false_rejects, pairs: genuine })} />
      <Figure
        name={t('search-far', { people })}
        value={percent(far === null ? null : 1 - (1 - far) ** people, 1)}
        note={t('search-note')}
      />
      <Figure name={t('people')} value={String(persons)} note={formatSeconds(time, timeZone)} />
    </dl>
  )
}

const Figure = ({ name, value, note }: { readonly name: string; readonly value: string; readonly note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
    <dd className="tw-muted face-note">{note}</dd>
  </div>
)
