/** How loud a microphone is. */
import { useEffect, useRef } from 'react'

export function LevelMeter({ stream, label }: { readonly stream: MediaStream; readonly label: string }) {
  const ref = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let frame = 0
    const measure = (): void => {
      analyser.getFloatTimeDomainData(samples)
      const energy = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
      if (ref.current) ref.current.value = Math.min(1, energy * 4)
      frame = requestAnimationFrame(measure)
    }
    measure()
    return () => {
      cancelAnimationFrame(frame)
      void context.close()
    }
  }, [stream])
  return <meter ref={ref} className="live-level" min={0} max={1} aria-label={label} />
}
