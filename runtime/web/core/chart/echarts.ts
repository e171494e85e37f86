/** The parts of the chart library that are used; a chunk of its own, loaded with the first chart. */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

register([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, SVGRenderer])

/** An empty chart in the element, as vector graphics: sharp at any zoom, and in print. */
export const createChart = (element: HTMLElement): EChartsType => init(element, null, { renderer: 'svg' })
