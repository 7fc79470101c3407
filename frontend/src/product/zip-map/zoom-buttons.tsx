import { Maximize, Minus, Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { Corner, Point } from './projection.ts';

type ZoomButtonsProps = {
  corner: Corner;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onReset: () => void;
};

/** Size of the buttons' box on touch devices, with its margins. */
export const BUTTONS_PX: Point = [62, 160];

const places: Record<Corner, string> = {
  'right bottom': 'right-2.5 bottom-2.5',
  'right top': 'right-2.5 top-2.5',
  'left bottom': 'left-2.5 bottom-2.5',
  'left top': 'left-2.5 top-2.5',
};

export function ZoomButtons({ corner, onZoomIn, onZoomOut, onReset }: ZoomButtonsProps) {
  return (
    <div className={`absolute grid gap-1 ${places[corner]}`}>
      <Button size="icon-sm" className="pointer-coarse:size-11" aria-label="Zoom in" onClick={onZoomIn}>
        <Plus aria-hidden />
      </Button>
      <Button size="icon-sm" className="pointer-coarse:size-11" aria-label="Zoom out" onClick={onZoomOut}>
        <Minus aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        className="pointer-coarse:size-11"
        aria-label="Show the whole state"
        onClick={onReset}
      >
        <Maximize aria-hidden />
      </Button>
    </div>
  );
}
