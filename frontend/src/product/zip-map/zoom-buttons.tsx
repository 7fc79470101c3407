import { Maximize, Minus, Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { useZoom } from './use-zoom.ts';

type Zoom = Pick<ReturnType<typeof useZoom>, 'zoomIn' | 'zoomOut' | 'reset'>;

export function ZoomButtons({ zoom }: { zoom: Zoom }) {
  return (
    <div className="absolute right-3 bottom-3 grid gap-1.5">
      <Button size="icon-sm" aria-label="Zoom in" onClick={zoom.zoomIn}>
        <Plus aria-hidden />
      </Button>
      <Button size="icon-sm" aria-label="Zoom out" onClick={zoom.zoomOut}>
        <Minus aria-hidden />
      </Button>
      <Button size="icon-sm" aria-label="Show the whole state" onClick={zoom.reset}>
        <Maximize aria-hidden />
      </Button>
    </div>
  );
}
