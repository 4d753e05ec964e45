"""The system's leave to use the camera: asked for when it is first wanted. Elsewhere than on Android it is given."""

from collections.abc import Callable
from typing import Any

from mobile.phone import on_android


def camera_allowed() -> bool:
    """Whether the camera may be used now."""
    if not on_android():
        return True
    from android.permissions import Permission, check_permission

    return bool(check_permission(Permission.CAMERA))


def ask_for_camera(answer: Callable[[bool], object]) -> None:
    """Let the system ask; ``answer`` is called with what was said, perhaps on another thread, perhaps at once."""
    if not on_android():
        answer(True)
        return
    from android.permissions import Permission, request_permissions

    def told(_names: list[str], granted: list[bool]) -> None:
        answer(bool(granted) and all(granted))

    request_permissions([Permission.CAMERA], told)


def can_open_settings() -> bool:
    """Whether the system has a page where a refusal can be taken back."""
    return on_android()


def open_settings() -> None:
    """Open the system's page of this app."""
    if not on_android():
        return
    from android import mActivity
    from jnius import autoclass

    settings: Any = autoclass("android.provider.Settings")
    uri: Any = autoclass("android.net.Uri").fromParts("package", mActivity.getPackageName(), None)
    mActivity.startActivity(autoclass("android.content.Intent")(settings.ACTION_APPLICATION_DETAILS_SETTINGS, uri))
