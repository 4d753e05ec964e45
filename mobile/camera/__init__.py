"""Where pictures come from: one small interface over a still picture, a folder, a video file and a camera."""

from mobile.camera.source import Frame, FrameSource, SourceError, TimedSource, natural_order
from mobile.camera.sources import CameraSource, FolderSource, StillSource, VideoSource, open_source, open_timed

__all__ = [
    "CameraSource",
    "FolderSource",
    "Frame",
    "FrameSource",
    "SourceError",
    "StillSource",
    "TimedSource",
    "VideoSource",
    "natural_order",
    "open_source",
    "open_timed",
]
